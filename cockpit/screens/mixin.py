"""What is mixed into screens and the app, beside the class whose styles they have."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.dom import DOMNode as Mixin
else:
    Mixin = object
    """Textual follows the first base that is a node: the styles of the others would be lost."""

__all__ = ["Mixin"]
