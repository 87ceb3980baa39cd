import { isStorageOutage } from "../../../../src/adapters/http/reply/storage-outage";

const failed = (code: string, message = "failed") => Object.assign(new Error(message), { code });

test.each([
  ["a full disk", failed("53100")],
  ["too many connections", failed("53300")],
  ["a shutdown", failed("57P01")],
  ["a statement that took too long", failed("57014")],
  ["a lost connection", failed("08006")],
  ["nobody who listens", failed("ECONNREFUSED")],
  ["a socket that isn't there", Object.assign(failed("ENOENT"), { syscall: "connect" })],
  ["a network that is away", failed("EHOSTUNREACH")],
  ["a disk that only reads", failed("EROFS")],
  ["no room for a file", failed("ENOSPC")],
  ["a database that takes no connections", failed("55000")],
  ["a database that isn't there", failed("3D000")],
  ["an account that isn't let in", failed("28000")],
  ["a password that was changed", failed("28P01")],
  ["a right that was taken away", failed("42501")],
  ["whatever ended the connection", Object.assign(failed("XX000"), { severity: "FATAL" })],
  [
    "a pool without a free connection",
    new Error("Knex: Timeout acquiring a connection. The pool is probably full."),
  ],
  [
    "a connection that broke while it was asked",
    new Error("Client has encountered a connection error and is not queryable"),
  ],
  ["a server that accepts a connection and doesn't answer", new Error("timeout expired")],
  [
    "a query that its own time limit ended",
    new Error("Defined query timeout of 5000ms exceeded when running query."),
  ],
  ["one behind another", new Error("could not", { cause: failed("ECONNRESET") })],
])("%s is an outage", (_what, error) => {
  expect(isStorageOutage(error)).toBe(true);
});

test.each([
  ["a broken rule of a table", failed("23505")],
  ["a bug in a statement", failed("42703")],
  ["a file that isn't there", Object.assign(failed("ENOENT"), { syscall: "open" })],
  ["a bug of ours", new TypeError("x is not a function")],
  ["no error at all", "no"],
])("%s isn't an outage", (_what, error) => {
  expect(isStorageOutage(error)).toBe(false);
});
