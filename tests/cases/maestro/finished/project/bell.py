RINGS = True
