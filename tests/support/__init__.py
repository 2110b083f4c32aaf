"""What tests share: projects to work on, a person at the keyboard, systems that stand still. The only helpers."""
