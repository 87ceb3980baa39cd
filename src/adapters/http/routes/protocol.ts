import type { Request, Response } from "express";
import type { Authentication } from "../authentication/authentication";
import type { AnyEndpoint } from "../declaration/endpoint";
import type { SignedInContext } from "../declaration/request-context";

/** A protocol, rather than an endpoint, at a path and below it. */
export interface Protocol {
  readonly at: string;
  /** The endpoint whose access rules apply. */
  readonly callers: AnyEndpoint;
  readonly authentication: Authentication;
  readonly answer: (context: SignedInContext, request: Request, response: Response) => Promise<void>;
}
