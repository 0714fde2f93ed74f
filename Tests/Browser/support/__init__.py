"""What the tests of the running program share."""
