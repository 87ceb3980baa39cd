import type { Request, Response } from "express";
import type { Authentication } from "./authentication";
import type { AnyEndpoint } from "./endpoint";
import type { SignedInContext } from "./request-context";

/** Something else than an endpoint, that speaks a protocol of its own at a path and below it. */
export interface Protocol {
  readonly at: string;
  /** Who may use it is who may call this endpoint. */
  readonly callers: AnyEndpoint;
  readonly authentication: Authentication;
  readonly answer: (context: SignedInContext, request: Request, response: Response) => Promise<void>;
}
