import type { Request, RequestHandler } from "express";
import * as E from "fp-ts/Either";
import type { Caller } from "../../../application/caller";
import type { ServerInfo } from "../../zulip-wire/server-info";
import type { Admission } from "../admission/admission";
import { afterWaiting } from "../authentication/after-waiting";
import type { Authentication } from "../authentication/authentication";
import type { Refuse } from "../authentication/by-strategy";
import { keyAuthentication } from "../authentication/key-authentication";
import { signedInIfAny } from "../authentication/signed-in";
import { authenticatedOrSpectator } from "../authentication/spectators";
import { checkCaller } from "../declaration/check-caller";
import { costOf, costOfRequest } from "../declaration/cost";
import type { AnyEndpoint, FileRule } from "../declaration/endpoint";
import { sendError } from "../reply/send";
import { hasLargeBody, parametersOf, readBody } from "../request/request-body";
import { readFiles } from "../request/request-files";
import { chainHandlers } from "./chain-handlers";

interface Parts {
  readonly limited: RequestHandler;
  readonly refuse: Refuse;
  readonly admission: Admission;
  readonly authentication: Authentication;
  /** The caller of a request that is authenticated. */
  readonly callerOf: (request: Request) => Caller;
}

/** What authentication by a key in the request, and reading files, need. */
export type AdmissionServices = Parameters<typeof keyAuthentication>[0] & Parameters<typeof readFiles>[0];

/** Refuses callers without access before reading anything from them. */
export const refuseCallers =
  (declared: AnyEndpoint): RequestHandler =>
  (request, response, next) => {
    const allowed = checkCaller(declared, signedInIfAny(request)?.user);
    if (E.isLeft(allowed)) sendError(response, allowed.left);
    else next();
  };

/**
 * The handlers that run before the endpoint: authentication, rate limits, reading the body, and waiting for a turn of its class.
 * Bodies of unknown callers are read last.
 */
export const admissionChains = (
  services: AdmissionServices,
  server: ServerInfo,
  { limited, refuse, admission, authentication, callerOf }: Parts,
): ((declared: AnyEndpoint) => readonly RequestHandler[]) => {
  const { required: authenticated, refuseForged } = authentication;
  const roomForBody = admission.turn(({ user }) => (user === undefined ? "unknownBody" : "body"));

  const reading = (takes: "form" | "report"): RequestHandler => {
    const read = readBody(takes);
    const readLarge = chainHandlers([roomForBody, read]);
    return (request, response, next) => (hasLargeBody(request) ? readLarge : read)(request, response, next);
  };
  const readForm = reading("form");
  const readReport = reading("report");

  /** Handlers that may wait, after which the credentials must still be valid. */
  const whileValid = (...handlers: readonly RequestHandler[]): RequestHandler =>
    afterWaiting(chainHandlers(handlers), { ...authentication, refuse });

  const waitForTurn = (declared: AnyEndpoint): RequestHandler =>
    admission.turn((request) => costOfRequest(declared, () => parametersOf(request)));

  const refuseForgedIfKnown: RequestHandler = (request, response, next) =>
    request.user === undefined ? next() : refuseForged(request, response, next);

  const keyed = [keyAuthentication(services, server, refuse), limited];
  /** Where the key is in the address, authentication comes before reading anything else. */
  const byKey: RequestHandler = (request, response, next) =>
    chainHandlers("api_key" in request.query ? [...keyed, readReport] : [readReport, ...keyed])(
      request,
      response,
      next,
    );

  const fromAnyone = (declared: AnyEndpoint) => [readForm, waitForTurn(declared)];

  const fromSpectator = (declared: AnyEndpoint) => [
    authenticatedOrSpectator(services, server, authentication),
    limited,
    whileValid(readForm, refuseForgedIfKnown, waitForTurn(declared)),
  ];

  const fromUser = (declared: AnyEndpoint) => [
    authenticated,
    limited,
    whileValid(readForm, refuseForged, waitForTurn(declared)),
  ];

  /** Reads files into the store only from callers who may upload them. */
  const filesFromUser = (declared: AnyEndpoint, rule: FileRule) => [
    authenticated,
    limited,
    refuseForged,
    refuseCallers(declared),
    whileValid(admission.turn(costOf(declared)), readFiles(services, rule, callerOf, readForm)),
  ];

  const fromWebhook = (declared: AnyEndpoint) => [whileValid(byKey, waitForTurn(declared))];

  return (declared) => {
    switch (declared.caller) {
      case "anyone":
        return fromAnyone(declared);
      case "spectator":
        return fromSpectator(declared);
      case "webhook":
        return fromWebhook(declared);
      case "user":
        return declared.takesFile ? filesFromUser(declared, declared.takesFile) : fromUser(declared);
    }
  };
};
