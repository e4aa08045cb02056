"""Whose address a request comes from. A forwarded address is believed only from proxies we trust."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network


def networks(written: Iterable[str]) -> tuple[Network, ...]:
    """Read networks such as `10.0.0.0/8`. Raises ValueError."""
    return tuple(ip_network(network, strict=False) for network in written)


def within(address: str, allowed: tuple[Network, ...]) -> bool:
    """Whether `address` lies in one of the networks; what is no address does not."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return any(parsed in network for network in allowed)


_within = lru_cache(maxsize=4096)(within)


def client_address(peer: str, forwarded_for: str | None, trusted: tuple[Network, ...]) -> str:
    """Give the address nearest to us that is no trusted proxy.

    Read from the right: each proxy appends whom it heard from, so what stands left of the first stranger is
    hearsay.
    """
    if forwarded_for is None or not trusted or not _within(peer, trusted):
        return peer
    nearest = peer
    for hop in reversed(forwarded_for.split(",")):
        address = hop.strip()
        try:
            ip_address(address)
        except ValueError:
            return nearest
        nearest = address
        if not _within(address, trusted):
            return nearest
    return nearest


def counted_as(address: str) -> str:
    """Give what a limit counts: an IPv4 address, or the /64 an IPv6 address lives in."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ip_network((int(parsed) >> 64 << 64, 64)))
    return address
