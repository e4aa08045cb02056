"""Which engine gave an answer. Raised whenever the same law and facts could be answered in other bytes."""

ENGINE_VERSION = "0.2.0"
