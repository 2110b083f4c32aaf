"""The disk: finding projects, reading files, loading and watching them."""
