/// <reference lib="dom" />
// These tests import sources of the web client, which need the types of browsers.
