"""The check of an export's hash chain."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from hashlib import sha256

import pytest

from patchbay import ExportVerifier, averify_export, verify_export


def chain(first: int = 1, count: int = 4, previous: str = "0" * 64) -> list[str]:
    lines = []
    for sequence in range(first, first + count):
        entry = {
            "action": "user.updated",
            "name": "Zoë\u2028",
            "previousHash": previous,
            "sequence": sequence,
        }
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        previous = sha256(text.encode()).hexdigest()
        lines.append(f'{text[:-1]},"hash":"{previous}"}}')
    return lines


def test_a_whole_chain_is_intact() -> None:
    lines = chain()
    found = verify_export(lines)
    assert (found.result, found.entries, found.last_sequence, found.line) == ("intact", 4, 4, None)
    assert found.last_hash is not None and found.last_hash in lines[-1]
    assert verify_export(f"{line}\n".encode() for line in lines) == found


def test_the_lines_of_an_async_export_are_checked_alike() -> None:
    async def lines() -> AsyncIterator[str]:
        for line in chain():
            yield line

    assert asyncio.run(averify_export(lines())) == verify_export(chain())


def test_a_chain_without_its_beginning_is_not_anchored() -> None:
    found = verify_export(chain(first=7, previous="a" * 64))
    assert (found.result, found.entries, found.reason) == (
        "not_anchored",
        4,
        "Nothing shows that sequence 7 is the first.",
    )


def test_no_lines_are_not_anchored() -> None:
    found = verify_export([])
    assert (found.result, found.last_sequence, found.reason) == (
        "not_anchored",
        None,
        "There are no entries.",
    )


A, B, C, D = chain()
OTHER = chain(first=3, count=1, previous="b" * 64)[0]


@pytest.mark.parametrize(
    ("lines", "line", "reason"),
    [
        ([A, B.replace("Zoë", "Zoe"), C], 2, "Sequence 2 was altered"),
        ([A, C, D], 2, "entries were removed or moved"),
        ([A, B, B], 3, "lines were inserted, repeated or reordered"),
        ([A, B, OTHER], 3, "Sequence 3 does not continue sequence 2"),
        (chain(previous="c" * 64), 1, "Sequence 1 cannot be the beginning"),
        (chain(first=0), 1, "Sequence 0 cannot be the beginning"),
        ([A, "", B], 2, "It is not an entry"),
        ([A, B[:-1]], 2, "It is not an entry"),
        ([A, B + " "], 2, "It is not an entry"),
        ([A, '{"sequence":2,"hash":"' + "0" * 64 + '"}'], 2, "It is not an entry"),
        (['{"x,"hash":"' + "0" * 64 + '"}'], 1, "It is not an entry"),
        (["[1]"], 1, "It is not an entry"),
    ],
)
def test_the_first_line_that_is_wrong_is_named(lines: list[str], line: int, reason: str) -> None:
    found = verify_export(lines)
    assert (found.result, found.line, found.entries) == ("broken", line, line - 1)
    assert reason in (found.reason or "")


def test_a_verifier_takes_lines_one_by_one() -> None:
    verifier = ExportVerifier()
    assert verifier.add(A)
    assert verifier.verification().result == "intact"
    assert not verifier.add(C)
    assert not verifier.add(B)
    assert verifier.verification().line == 2


def test_a_line_that_is_too_deep_is_broken() -> None:
    line = '{"a":' + "[" * 100_000 + ',"hash":"' + "0" * 64 + '"}'
    assert verify_export([line]).result == "broken"
