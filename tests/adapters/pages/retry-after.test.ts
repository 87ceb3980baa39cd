import express from "express";
import * as TE from "fp-ts/TaskEither";
import request from "supertest";
import { errorResponse } from "../../../src/adapters/http/reply/error-response";
import { cookieJar } from "../../../src/adapters/pages/cookies";
import { html } from "../../../src/adapters/pages/html";
import { problemOf, serverPage } from "../../../src/adapters/pages/page";
import { pagesRouter } from "../../../src/adapters/pages/router";
import type { ApiError } from "../../../src/application/api-error";
import { storageFailed } from "../../../src/domain/files/refusals";
import { serverBusy, tooManyTries } from "../../../src/domain/limit-refusals";
import { invalidUserId } from "../../../src/domain/users/refusals";
import { memoryApplication } from "../../support/application/memory-application";

const failures: Readonly<Record<string, ApiError>> = {
  busy: serverBusy,
  throttled: tooManyTries(1500),
  full: storageFailed,
  wrong: invalidUserId(9),
};
const named = (name: string): ApiError => failures[name] ?? serverBusy;

/** Pages that fail, and that show a failure above a form. */
const pages = [
  serverPage({ at: "/alone/:name", use: {}, get: (_, _context, { name = "" }) => TE.left(named(name)) }),
  serverPage({
    at: "/form/:name",
    use: {},
    get: (_, _context, { name = "" }) => {
      const { status } = problemOf(named(name));
      return TE.right({ do: "show", title: "Form", content: html``, status });
    },
  }),
];

test.each(["alone", "form"])(
  "a page with a failure (%s) has the status of the same failure in JSON, and says when to try again",
  async (form) => {
    const { services } = await memoryApplication();
    const siteUrl = "http://chat.example.com";
    const http = express().use(
      pagesRouter({ ...services, offeredLogins: [] }, pages, {
        siteUrl,
        jar: cookieJar(siteUrl),
        signOn: undefined,
      }),
    );
    for (const [name, failure] of Object.entries(failures)) {
      const { status, headers } = await request(http).get(`/${form}/${name}`).set("Host", "chat.example.com");
      const inJson = errorResponse(failure);
      expect([name, status, headers["retry-after"]]).toEqual([
        name,
        inJson.status,
        inJson.headers["Retry-After"],
      ]);
    }
  },
);
