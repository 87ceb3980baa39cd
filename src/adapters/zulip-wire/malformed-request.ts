import { type BadRequest, badRequest } from "../../domain/refusal";

/** A request that no use case hears of, because its parameters don't make one. */
export type MalformedRequest = BadRequest<"malformedRequest">;

export const malformedRequest = (message: string): MalformedRequest =>
  badRequest("malformedRequest", message);
