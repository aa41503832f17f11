"""What goes over the wire: requests that come in, calls that go out, each bounded."""
