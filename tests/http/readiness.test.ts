import express from "express";
import request from "supertest";
import { healthRoutes } from "../../src/adapters/http/health";

const httpWith = (health: Parameters<typeof healthRoutes>[0]) => express().use(healthRoutes(health));

test("a process that may not be asked says why, and lives all the same", async () => {
  let why: string | undefined = "The server is about to end.";
  const http = httpWith({ askDatabase: async () => undefined, unfitness: () => why });
  const { status, body, headers } = await request(http).get("/ready");
  expect([status, body.code, body.msg]).toEqual([503, "SERVICE_UNAVAILABLE", "The server is about to end."]);
  expect(headers["retry-after"]).toBe("5");
  expect((await request(http).get("/health")).status).toBe(200);
  why = undefined;
  expect((await request(http).get("/ready")).status).toBe(200);
});

test("a database that doesn't answer in time makes the process unready", async () => {
  const http = httpWith({ askDatabase: () => new Promise(() => {}) });
  expect((await request(http).get("/ready")).status).toBe(503);
});
