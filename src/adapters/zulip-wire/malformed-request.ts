import { type BadRequest, badRequest } from "../../domain/refusal";

/** A request refused for its parameters before any use case runs. */
export type MalformedRequest = BadRequest<"malformedRequest">;

export const malformedRequest = (message: string): MalformedRequest =>
  badRequest("malformedRequest", message);
