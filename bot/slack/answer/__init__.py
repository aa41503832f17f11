"""What follows /prdigest as it is answered: Pages of Hits, help, troubles."""
