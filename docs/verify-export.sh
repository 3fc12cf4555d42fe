#!/usr/bin/env bash
# Recomputes the hash chain of an export of audit logs. audit-proof.md explains what is computed and what it proves.
#
# Needs bash, awk, sed, jq (1.6 or newer) and sha256sum (or shasum); openssl 3 for signatures. Reads files only, calls nobody.
set -euo pipefail
export LC_ALL=C

usage() {
  cat <<'TEXT'
Usage: verify-export.sh [--reformatted] export.ndjson [heads.ndjson [public-key.pem ...]]

  export.ndjson   GET /v1/organizations/{orgSlug}/audit-logs/export, without filters: one entry a line, oldest first
  heads.ndjson    signed heads of this organization's chain that somebody kept, one a line
  public-key.pem  Ed25519 keys that heads may be signed with; without one, signatures are not checked and checkpoints do not count
  --reformatted   lines may have other spaces and another order of names than the API gives them

Exit codes: 0 the chain is intact; 1 it is not, the first bad line is named; 2 something is missing to check it;
3 the lines fit together, and nothing shows what was before the first one.
TEXT
}

fail() {
  printf '%s\n' "$2" >&2
  exit "$1"
}

strict=1
case ${1:-} in
  -h | --help) usage && exit 0 ;;
  --reformatted) strict=0 && shift ;;
esac
[ $# -ge 1 ] || { usage >&2 && exit 2; }
export_file=$1
heads_file=${2:-}
shift $(($# > 2 ? 2 : $#))

# The export is read twice, which a pipe cannot be.
for file in "$export_file" ${heads_file:+"$heads_file"}; do
  [ -f "$file" ] || fail 2 "$file must be a file"
  [ -r "$file" ] || fail 2 "cannot read $file"
done
for key in "$@"; do
  case $(openssl version 2>/dev/null) in
    OpenSSL\ [3-9]*) ;;
    *) fail 2 'OpenSSL 3 or newer is missing, which verifies the signatures of heads' ;;
  esac
  openssl pkey -pubin -in "$key" -noout 2>/dev/null || fail 2 "$key is not a public key in PEM"
done
command -v jq >/dev/null || fail 2 'jq is missing'
if command -v sha256sum >/dev/null; then
  sha256='sha256sum'
elif command -v shasum >/dev/null; then
  sha256='shasum -a 256'
else
  fail 2 'sha256sum is missing'
fi

# In memory where that is possible: each entry becomes a file for a moment.
[ -n "${TMPDIR:-}" ] || [ ! -w /dev/shm ] || export TMPDIR=/dev/shm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/entries"

# The RFC 8785 form of JSON values as jq writes them with -c and -S, for the values that entries have. jq writes DEL as an escape,
# and RFC 8785 as it is. Of the escapes, only that of a backslash can stand in front of the same letters: it is set aside
# meanwhile as byte 1, which is never a part of JSON text.
# jq reads the lines as JSON, not as text with -R: jq 1.6 splits long lines of text inside of UTF-8 characters. At a line that is
# not JSON it ends, and the file jq-failed has its exit code: 2, 4 or 5, by its version. Others are not about the input.
canonical() {
  rm -f "$work/jq-failed"
  { jq -c -S "$1" || echo $? >"$work/jq-failed"; } | sed -e $'s/\\\\\\\\/\001/g' -e $'s/\\\\u007f/\177/g' -e $'s/\001/\\\\\\\\/g'
}

# Signed heads, as lines of sequence, hash, time and whether it is a checkpoint.
: >"$work/heads"
check_heads() {
  local tuple statement organization='' number=0
  canonical 'if type == "object" then . else {} end
    | [.organizationId, .sequence, .hash, .signedAt, .signature, .removed == true], del(.signature)' <"$heads_file" >"$work/stated"
  while read -r tuple && IFS= read -r statement; do
    number=$((number + 1))
    tuple=${tuple//[\[\]\"]/}
    IFS=, read -r of sequence hash signed_at signature removed <<<"$tuple"
    [[ $sequence =~ ^[0-9]+$ && $hash =~ ^[0-9a-f]{64}$ ]] || fail 1 "line $number of $heads_file is not a signed head"
    [ -z "$organization" ] || [ "$organization" = "$of" ] ||
      fail 2 "$heads_file has heads of several organizations: keep the lines of one, by their organizationId"
    organization=$of
    [ $# -eq 0 ] || is_signed "$statement" "$signature" "$@" ||
      fail 1 "line $number of $heads_file is not signed with the given key: whoever wrote it, it proves nothing"
    printf '%s %s %s %s\n' "$sequence" "$hash" "$signed_at" "$removed" >>"$work/heads"
  done <"$work/stated"
  [ ! -e "$work/jq-failed" ] || fail 1 "line $((number + 1)) of $heads_file is not a signed head"
  [ "$number" -gt 0 ] || fail 2 "there are no heads in $heads_file"
}

is_signed() {
  local key
  printf 'patchbay chain head v1\n%s' "$1" >"$work/message"
  printf '%s' "$2" | openssl base64 -d -A >"$work/signature"
  for key in "${@:3}"; do
    openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$work/message" -sigfile "$work/signature" \
      >/dev/null 2>&1 && return 0
  done
  return 1
}

[ -z "$heads_file" ] || check_heads "$@"
# Whoever hands out an export without its beginning could hand out a checkpoint too.
keys=$#

progress=0
[ ! -t 2 ] || progress=1

# For each line of the export: sequence, previousHash and hash, and in a line of its own the entry without its hash. awk writes
# each entry to a file, because sha256sum hashes files: some thousand of them by one call.
canonical 'if type == "object" then . else {} end
  | [.sequence, .previousHash, .hash], del(.hash)' <"$export_file" |
  EXPORT=$export_file KEYS=$keys WORK=$work SHA256=$sha256 STRICT=$strict PROGRESS=$progress awk '
    function broken(line, why) {
      printf "BROKEN at line %d of %s: %s\n", line, ENVIRON["EXPORT"], why
      code = 1
      exit code
    }

    # "[7,\"0a…\",\"1b…\"]" into sequence, previous and hash; false for anything else.
    function read_links(text, parts) {
      gsub(/[]["]/, "", text)
      if (split(text, parts, ",") != 3) return 0
      sequence = parts[1]; previous = parts[2]; hash = parts[3]
      return sequence ~ /^[0-9]+$/ && length(previous) == 64 && length(hash) == 64
    }

    function check_link(line) {
      if (line == 1) {
        first = sequence; before_first = previous
        if (sequence == 0 || (sequence == 1 && previous != zeros))
          broken(line, "sequence " sequence " cannot be the beginning of a chain")
      } else if (sequence + 0 <= last + 0)
        broken(line, "sequence " sequence " comes after sequence " last ": lines were inserted, repeated or reordered")
      else if (sequence + 0 > last + 1)
        broken(line, "sequence " sequence " comes after sequence " last ": the entries between them are missing here. They were removed or moved, or the export was made with a filter: only one without filters is a chain")
      else if (previous != last_hash)
        broken(line, "sequence " sequence " does not continue the line before it: its previousHash is not the hash of that line")
      last = sequence; last_hash = hash
    }

    function check_head(line) {
      if (head_hash[sequence + 0] != hash)
        broken(line, "sequence " sequence " is not the entry that the head signed at " head_time[sequence + 0] " names: the chain was rewritten")
      matched++
    }

    function not_an_entry(line) {
      broken(line, "it is not an entry: a JSON object in one line, with sequence, previousHash and hash")
    }

    function check_line(line, computed, raw) {
      if ((getline raw < ENVIRON["EXPORT"]) <= 0 || !read_links(links[line])) not_an_entry(line)
      if (computed != hash)
        broken(line, "the entry with sequence " sequence " was altered: its hash is " computed ", and the line says " hash)
      if (ENVIRON["STRICT"] == 1 && raw != substr(form[line], 1, length(form[line]) - 1) ",\"hash\":\"" hash "\"}")
        broken(line, "the line is not as the API writes it: other spaces or order, or a name twice (with --reformatted only what jq reads counts)")
      check_link(line)
      if ((sequence + 0) in head_hash) check_head(line)
    }

    # Hashes the files of the last lines and checks these.
    function check_lines(command, output, line) {
      if (lines == checked) return
      command = "cd \"$WORK/entries\" && " ENVIRON["SHA256"] " *"
      line = checked
      while ((command | getline output) > 0) {
        line++
        check_line(line, substr(output, 1, 64))
        delete links[line]; delete form[line]
      }
      if (close(command) != 0 || line != lines) {
        print "The entries could not be hashed"
        code = 2
        exit code
      }
      checked = lines
      system("rm -f \"$WORK\"/entries/*")
      if (ENVIRON["PROGRESS"] == 1) printf "\r%d lines", checked > "/dev/stderr"
    }

    BEGIN {
      zeros = sprintf("%064d", 0)
      newest = 0
      while ((getline head < (ENVIRON["WORK"] "/heads")) > 0) {
        split(head, parts, " ")
        at = parts[1] + 0
        if (at in head_hash && head_hash[at] != parts[2]) {
          print "BROKEN: the heads signed at " head_time[at] " and " parts[3] " name different entries for sequence " at ": the chain was rewritten"
          code = 1
          exit code
        }
        if (!(at in head_hash)) heads++
        head_hash[at] = parts[2]; head_time[at] = parts[3]
        if (parts[4] == "true" && ENVIRON["KEYS"] > 0) is_checkpoint[at] = 1
        if (at > newest) newest = at
      }
    }

    NR % 2 == 1 { lines++; links[lines] = $0; next }

    {
      form[lines] = $0
      file = sprintf("%s/entries/%06d", ENVIRON["WORK"], lines - checked)
      ORS = ""
      print $0 > file
      ORS = "\n"
      close(file)
      if (lines - checked == 5000) check_lines()
    }

    END {
      if (code == 0) check_lines()
      if (ENVIRON["PROGRESS"] == 1) printf "\r" > "/dev/stderr"
      if (code != 0) exit code
      if ((getline failure < (ENVIRON["WORK"] "/jq-failed")) > 0 && failure !~ /^[245]$/) {
        print "jq did not read all lines of " ENVIRON["EXPORT"]
        exit 2
      }
      if (failure != "" || (getline rest < ENVIRON["EXPORT"]) > 0) not_an_entry(lines + 1)
      if (newest > last + 0 && !(lines == 0 && newest in is_checkpoint)) {
        print "BROKEN at the end of " ENVIRON["EXPORT"] ": it ends with sequence " last + 0 ", and the head signed at " head_time[newest] " names sequence " newest ": the tail was cut off, or the export is older than that head"
        exit 1
      }
      if (lines == 0) { print "There are no entries in " ENVIRON["EXPORT"]; exit 3 }
      anchored = first == 1
      if (!anchored && (first - 1) in head_hash) {
        if (head_hash[first - 1] != before_first)
          broken(1, "it does not continue the entry that the head signed at " head_time[first - 1] " names")
        anchored = (first - 1) in is_checkpoint
      }
      for (at in head_hash) if (at + 0 < first + 0) earlier++
      print "The lines fit together: " lines " entries, sequence " first " to " last ", hash of the last one " last_hash
      if (heads > 0) print matched + 0 " of " heads " heads are of these entries, " earlier + 0 " of entries before them; the newest names sequence " newest " and was signed at " head_time[newest]
      if (!anchored) {
        print "NOT PROVEN: nothing shows that sequence " first " may be the first. Where entries were removed by retention, their checkpoint does, together with the key that signed it: a head with \"removed\":true, sequence " first - 1 " and hash " before_first
        exit 3
      }
      print "INTACT"
    }
  '
