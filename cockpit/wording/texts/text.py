"""What is wrong in a document, as it stands in a sentence; for a finding it becomes one of its own."""

TEXTS: dict[str, str] = {
    # Encoding
    "utf-32": "the file is UTF-32, which is not read; save it as UTF-8",
    "utf-16": "the file is UTF-16; agents read UTF-8, save it so",
    "utf-16-cut": "the file is UTF-16 with half a character at its end; save it as UTF-8",
    "binary": "the file is binary: it holds NUL bytes",
    "bytes-not-utf-8": "{count:# byte} {count:is|are} not UTF-8; shown as marks, kept as they are",
    "nul-bytes": "{count:# NUL byte} {count:stands|stand} in the text",
    "mojibake": "UTF-8 was read as Mac-Roman and saved again; it is repaired for display, the bytes are left alone",
    # Any text
    "too-many-lines": "more than {most:,} lines; not read on",
    "too-deep": "nested deeper than {most} levels; not read on",
    "key-repeated": "the key {key} stands here a second time; the last counts",
    "conflict-unresolved": "a git conflict was committed or is unresolved here; both sides are read",
    # Markdown
    "whole-text-fenced": "the whole text stands in a code fence",
    "fence-unclosed": "the code fence that opens here is not closed",
    "comment-unclosed": "the comment that opens here is not closed",
    "tag-unclosed": "<{tag}> is opened here and not closed",
    # Frontmatter
    "frontmatter-unclosed": "the frontmatter is opened with --- and not closed",
    "frontmatter-stacked": "{count} frontmatter blocks are stacked; only the first counts",
    "frontmatter-without-keys": "the frontmatter holds no keys that could be read",
    # JSON
    "json-empty-file": "the file is empty",
    "json-value-expected": "expected a value",
    "json-key-expected": "expected a key in double quotes or `}}`",
    "json-colon-expected": "expected a colon after the key {key}",
    "json-comma-expected": "expected a comma or `{closing}`",
    "json-end-expected": "expected the end of the file; more stands after the value",
    "json-file-ends": "{expected}; the file ends here",
    "json-value-cut": "the file ends in the middle of a value",
    "json-text-unclosed": "the text in quotes that begins here is not closed",
    "json-text-over-lines": "the text in quotes that begins here runs over several lines",
    "json-bad-escape": "a backslash in this text is followed by nothing it can escape",
    "json-trailing-comma": "a comma stands before the closing `{closing}`",
    "json-comment": "JSON has no comments; this one is passed over",
    "json-constant": "{word} is no JSON value; it is read as text",
    "json-number-too-large": "the number is too large; it is read as text",
    # YAML
    "yaml-value-as-text": "not valid YAML ({why}); the value is read as plain text",
    "yaml-line-left-out": "not valid YAML ({why}); the line is left out: {line:.60}",
    "yaml-not-read-on": "not read from here on: {why}",
    "yaml-too-many-values": "more than {most:,} keys and values; not read on",
    "yaml-second-document": "a second YAML document begins here; only the first is read",
    "yaml-key-is-collection": "the key {key:.40} is a collection; it is read as text",
    "yaml-unknown-alias": "*{anchor} refers to nothing that is complete before it",
    "yaml-aliases-too-large": "the aliases stand for more than {most} values; not expanded",
    # Why YAML cannot be read
    "yaml-document-ended": "`...` ends a document",
    "yaml-unreadable": "it cannot be read",
}
