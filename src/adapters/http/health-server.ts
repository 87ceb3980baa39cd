import type { RequestListener } from "node:http";
import express from "express";
import { type Health, healthRoutes } from "./health";
import { listenerOf } from "./reply/express-listener";
import { pathNotFound } from "./reply/http-error";
import { sendError } from "./reply/send";

/** The HTTP side of a process that serves no clients: it only answers health checks. */
export const healthServer = (health: Health): RequestListener => {
  const http = express();
  http.disable("x-powered-by");
  http.set("etag", false);
  http.use(healthRoutes(health));
  http.use((_request, response) => sendError(response, pathNotFound));
  return listenerOf(http);
};
