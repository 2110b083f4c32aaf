"""Which paths one reader asked for: what a change concerns."""

from collections.abc import Sequence

from cockpit.storage.disk_files import DiskFiles, folder_key, global_key, variables_key
from cockpit.storage.known_databases import keys_of
from cockpit.systems.interface import FileContent, Variable


class RecordedFiles:
    """A project's files that notes the key of every path it is asked for."""

    def __init__(self, files: DiskFiles, keys: set[str]) -> None:
        self._files = files
        self._keys = keys

    def read(self, path: str) -> FileContent | None:
        """See `Files.read`."""
        self._keys.add(path)
        return self._files.read(path)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """See `Files.rows`."""
        self._keys.update(keys_of(path))
        return self._files.rows(path, tables)

    def names(self, folder: str) -> tuple[str, ...]:
        """See `Files.names`."""
        self._keys.add(folder_key(folder))
        return self._files.names(folder)

    def read_global(self, path: str) -> FileContent | None:
        """See `Files.read_global`."""
        if self._files.home is not None:
            self._keys.add(global_key(self._files.home, path))
        return self._files.read_global(path)

    def variable(self, name: str, base: str = "") -> Variable | None:
        """See `Files.variable`."""
        self._keys.add(variables_key(base))
        return self._files.variable(name, base)

    def place(self, path: str, base: str = "") -> str | None:
        """See `Files.place`."""
        return self._files.place(path, base)
