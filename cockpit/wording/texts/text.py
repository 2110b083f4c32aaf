"""Problems of a document, as parts of a sentence. A finding makes a sentence of its own from each."""

TEXTS: dict[str, str] = {
    # Encoding
    "utf-32": "the file is UTF-32, which cockpit does not read; save it as UTF-8",
    "utf-16": "the file is UTF-16, which agents do not read; save it as UTF-8",
    "utf-16-cut": "the file is UTF-16 and ends in the middle of a character; save it as UTF-8",
    "binary": "the file is binary: it contains NUL bytes",
    "bytes-not-utf-8": "{count:# byte} {count:is|are} not valid UTF-8; shown escaped, unchanged in the file",
    "nul-bytes": "{count:# NUL byte} in the text",
    "mojibake": "UTF-8 was read as Mac Roman and saved again; repaired for display, unchanged in the file",
    # Any text
    "too-many-lines": "more than {most:,} lines; the rest is not read",
    "too-deep": "nested more than {most} levels deep; the rest is not read",
    "key-repeated": "duplicate key {key}; the last value is used",
    "conflict-unresolved": "unresolved git conflict markers; both sides are read",
    # Markdown
    "whole-text-fenced": "the whole text is inside a code fence",
    "fence-unclosed": "the code fence that opens here is not closed",
    "comment-unclosed": "the comment that opens here is not closed",
    "tag-unclosed": "the tag <{tag}> that opens here is not closed",
    # Frontmatter
    "frontmatter-unclosed": "the frontmatter opens with `---` and is not closed",
    "frontmatter-stacked": "{count} frontmatter blocks in a row; only the first is read",
    "frontmatter-without-keys": "the frontmatter has no readable keys",
    # JSON
    "json-empty-file": "the file is empty",
    "json-value-expected": "expected a value",
    "json-key-expected": "expected a key in double quotes or `}}`",
    "json-colon-expected": "expected a colon after the key {key}",
    "json-comma-expected": "expected a comma or `{closing}`",
    "json-end-expected": "expected the end of the file, found more text after the value",
    "json-file-ends": "{expected}, found the end of the file",
    "json-value-cut": "the file ends in the middle of a value",
    "json-text-unclosed": "the string that begins here is not closed",
    "json-text-over-lines": "the string that begins here spans several lines",
    "json-bad-escape": "invalid backslash escape in this string",
    "json-trailing-comma": "trailing comma before the closing `{closing}`",
    "json-comment": "JSON has no comments; this comment is ignored",
    "json-constant": "{word} is not a JSON value; read as text",
    "json-number-too-large": "the number is too large; read as text",
    # YAML
    "yaml-value-as-text": "not valid YAML ({why}); the value is read as plain text",
    "yaml-line-left-out": "not valid YAML ({why}); the line is skipped: {line:.60}",
    "yaml-not-read-on": "not valid YAML ({why}); the rest is not read",
    "yaml-too-many-values": "more than {most:,} keys and values; the rest is not read",
    "yaml-second-document": "a second YAML document begins here; only the first is read",
    "yaml-key-is-collection": "the key {key:.40} is a collection; read as text",
    "yaml-unknown-alias": "the alias *{anchor} has no complete anchor before it",
    "yaml-aliases-too-large": "the aliases expand to more than {most} values; not expanded",
    # Reasons for invalid YAML
    "yaml-document-ended": "`...` ends the document",
    "yaml-unreadable": "syntax error",
}
