"""The one door: routing, limits, token check, combined contract, and pages that say where things are."""

VERSION = "0.1.0"
