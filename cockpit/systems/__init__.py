"""The systems: one package each, all behind the interface of `cockpit.systems.interface`."""
