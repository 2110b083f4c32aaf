"""The demo of autodev: a roster for canal locks, from its tasks to the day it is deployed."""
