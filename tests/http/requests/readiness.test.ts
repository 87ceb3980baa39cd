import express from "express";
import request from "supertest";
import { healthRoutes } from "../../../src/adapters/http/health";
import { fullDiskProblem } from "../../../src/adapters/system/full-disk";

const httpWith = (health: Parameters<typeof healthRoutes>[0]) => express().use(healthRoutes(health));

test("an unready process says why, and is still live", async () => {
  let why: string | undefined = "The server is shutting down.";
  const http = httpWith({ askDatabase: async () => undefined, unfitness: async () => why });
  const { status, body, headers } = await request(http).get("/ready");
  expect([status, body.code, body.msg]).toEqual([503, "SERVICE_UNAVAILABLE", "The server is shutting down."]);
  expect(headers["retry-after"]).toBe("5");
  expect((await request(http).get("/health")).status).toBe(200);
  why = undefined;
  expect((await request(http).get("/ready")).status).toBe(200);
});

test.each([
  [10_000_000, 503],
  [100_000_000, 200],
])("with %d bytes free on its disk, a process answers %d", async (free, expected) => {
  const unfitness = async () => fullDiskProblem("/data", async () => free);
  const { status } = await request(httpWith({ askDatabase: async () => undefined, unfitness })).get("/ready");
  expect(status).toBe(expected);
});

test("a disk that can't be measured doesn't count as full", async () => {
  expect(await fullDiskProblem("/no/such/folder")).toBeUndefined();
});

test("a slow database makes the process unready", async () => {
  const http = httpWith({ askDatabase: () => new Promise((resolve) => setTimeout(resolve, 20_000).unref()) });
  expect((await request(http).get("/ready")).status).toBe(503);
});
