"""What agents keep about themselves: written by a generator that knows the truth, read by the product."""
