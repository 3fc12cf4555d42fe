"""The check of the hash chain of an audit trail."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal


@dataclass(frozen=True)
class Verification:
    """What the lines of an export show. Only an export without filters is a chain."""

    result: Literal["intact", "broken", "not_anchored"]
    """`intact`: each entry has its hash and continues the one before, from the first on. `broken`: see `line`
    and `reason`. `not_anchored`: the lines fit together, and nothing shows that the first is the first."""
    entries: int
    """How many fit together; `last_sequence` and `last_hash` are of the last of them."""
    last_sequence: int | None
    last_hash: str | None
    line: int | None = None
    """The first line that is wrong, counted from 1."""
    reason: str | None = None


class ExportVerifier:
    """Checks an export line by line, for a program that also does something else with the lines."""

    def __init__(self) -> None:
        self._first = self._last = self._entries = 0
        self._hash = "0" * 64
        self._reason: str | None = None

    def add(self, line: bytes | str) -> bool:
        """Takes the next line; False once the chain is broken."""
        if self._reason is None:
            self._reason = self._check(line.encode() if isinstance(line, str) else line)
        return self._reason is None

    def verification(self) -> Verification:
        """What the lines so far show."""
        count, last, digest = self._entries, self._last or None, self._hash if self._entries else None
        if self._reason:
            return Verification("broken", count, last, digest, count + 1, self._reason)
        if self._first == 1:
            return Verification("intact", count, last, digest)
        reason = (
            f"Nothing shows that sequence {self._first} is the first." if count else "There are no entries."
        )
        return Verification("not_anchored", count, last, digest, None, reason)

    def _check(self, line: bytes) -> str | None:
        # A line is the text that was hashed, with the hash added before its last brace.
        found = re.fullmatch(rb'(\{.*),"hash":"([0-9a-f]{64})"\}\n?', line)
        entry = _object_in(line) if found else {}
        sequence, previous = entry.get("sequence"), entry.get("previousHash")
        if not found or type(sequence) is not int or not isinstance(previous, str):
            return "It is not an entry as the API writes it: JSON in one line that ends with its hash."
        computed, stated = sha256(found[1] + b"}").hexdigest(), found[2].decode()
        name, before = f"Sequence {sequence}", f"sequence {self._last}"
        if computed != stated:
            return f"{name} was altered: its hash is {computed}, and the line says {stated}."
        if self._entries == 0:
            if sequence < 1 or (sequence == 1 and previous != self._hash):
                return f"{name} cannot be the beginning of a chain."
            self._first = sequence
        elif sequence <= self._last:
            return f"{name} comes after {before}: lines were inserted, repeated or reordered."
        elif sequence > self._last + 1:
            return f"{name} comes after {before}: entries were removed or moved, or the export has a filter."
        elif previous != self._hash:
            return f"{name} does not continue {before}: its previousHash is not the hash of that line."
        self._last, self._hash, self._entries = sequence, stated, self._entries + 1
        return None


def _object_in(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
        return value if isinstance(value, dict) else {}
    except (ValueError, RecursionError):
        return {}
