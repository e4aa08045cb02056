"""What `make run` says when all is ready: where things are, tokens, and one worked request."""

from __future__ import annotations

import json
import shlex
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

from servicekit.issuer import DevelopmentIssuer

from deploy.local.catalog import GATEWAY, SERVICES
from deploy.local.demonstration import WorkedRequest, demonstration
from deploy.local.processes import Child
from deploy.local.refusals import StartFailed
from deploy.local.roles import roles, token_for
from deploy.local.telling import compact, picked


def welcome(children: Mapping[str, Child], issuer: DevelopmentIssuer, seconds: float) -> str:
    """Give the whole text. Raises StartFailed when the worked request is not answered."""
    gateway = children[GATEWAY].url
    demo = demonstration()
    return "\n".join(
        [
            f"Citycode runs (ready in {seconds:.1f} s). Ctrl-C stops everything.",
            "",
            f"  gateway        {gateway}        API reference {gateway}/docs · status {gateway}/status",
            *(
                f"  {name:<14} {children[name].url}        behind the gateway at {gateway}/{name}/v1/"
                for name in SERVICES
            ),
            "  logs           var/log/",
            "",
            f"Sign-in tokens for {demo.city}, good for 12 hours (again: make token ROLE=clerk):",
            "",
            *(f"  {role:<14} {token_for(issuer, role, demo.city)}" for role in roles()),
            "",
            demo.worked_request.say,
            "",
            curl_of(gateway, demo.worked_request),
            "",
            f"It answers, beside much else ({', '.join(demo.worked_request.show)}):",
            "",
            compact(picked(answer_to(gateway, demo.worked_request), demo.worked_request.show)),
        ]
    )


def curl_of(gateway: str, request: WorkedRequest) -> str:
    """Give the request as a line to copy."""
    body = json.dumps(request.body)
    return (
        f"curl -s {gateway}{request.path} -H 'Content-Type: application/json' \\\n"
        f"  -d {shlex.quote(body)} | python3 -m json.tool"
    )


def answer_to(gateway: str, request: WorkedRequest) -> Any:
    """Make the request; give its answer. Raises StartFailed when it is refused."""
    asked = urllib.request.Request(  # noqa: S310 - our own address
        gateway + request.path,
        data=json.dumps(request.body).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        text = refused.read().decode(errors="replace")
        raise StartFailed(f"The worked request was refused with {refused.code}: {text}") from None
