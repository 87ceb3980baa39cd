import type { RequestListener } from "node:http";
import express from "express";
import { type Health, healthRoutes } from "./health";
import { listenerOf } from "./reply/express-messages";
import { sendJson } from "./reply/send";

/** The HTTP side of a process that serves no clients: it only answers health checks. */
export const healthServer = (health: Health): RequestListener => {
  const http = express();
  http.disable("x-powered-by");
  http.set("etag", false);
  http.use(healthRoutes(health));
  http.use((_request, response) => {
    sendJson(response.status(404), { result: "error", msg: "Not found", code: "NOT_FOUND" });
  });
  return listenerOf(http);
};
