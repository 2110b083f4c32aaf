"""What coding agents keep about themselves, from the disk: found, read onward as it grows, never written."""
