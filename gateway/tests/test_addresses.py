"""Whose address a request comes from."""

from __future__ import annotations

import pytest
from gateway.addresses import client_address, counted_as, networks, within

TRUSTED = networks(["10.0.0.0/8", "2001:db8:ffff::/48"])


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "address"),
    [
        ("203.0.113.1", None, "203.0.113.1"),
        ("203.0.113.1", "6.6.6.6", "203.0.113.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.1", "203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9, gibberish, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("2001:db8:ffff::1", "2001:db8:1::7", "2001:db8:1::7"),
        ("", "6.6.6.6", ""),
    ],
)
def test_the_nearest_that_is_no_proxy_of_ours(peer: str, forwarded_for: str | None, address: str) -> None:
    assert client_address(peer, forwarded_for, TRUSTED) == address


def test_without_trusted_proxies_nobody_is_believed() -> None:
    assert client_address("127.0.0.1", "6.6.6.6", ()) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("no address", "no address"),
    ],
)
def test_what_a_limit_counts(address: str, counted: str) -> None:
    assert counted_as(address) == counted


def test_a_mapped_address_lies_where_its_ipv4_address_lies() -> None:
    assert within("::ffff:10.1.1.1", TRUSTED)
    assert not within("::ffff:11.1.1.1", TRUSTED)
