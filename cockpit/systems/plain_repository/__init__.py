"""A git repository without a framework: limits that a person set, on what sessions of agents say that they use."""
