import { type IncomingMessage, ServerResponse } from "node:http";
import express, { type Response } from "express";

/** Names and values of headers, in turn. */
type Fields = readonly (string | number)[];

const nosniff: Fields = ["X-Content-Type-Options", "nosniff"];

/** A response that has Express's methods from the start. It tells browsers not to guess its type. */
export class ExpressResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {
  /** Headers that `setHeader` doesn't know. Undefined in a response of another server, which gets only the prototype from Express. */
  declare private fields?: Fields;

  addFields(fields: Fields): void {
    this.fields = (this.fields ?? nosniff).concat(fields);
  }

  /** Node calls it for each answer, with the status alone unless somebody else did. */
  override writeHead(...args: [statusCode: number, ...unknown[]]): this {
    const { fields = nosniff } = this;
    const isAllOfThem = args.length === 1 && this.getHeaderNames().length === 0;
    // Node takes a mutable array, which it only reads.
    if (isAllOfThem) return super.writeHead(args[0], fields as (string | number)[]);
    for (let at = 0; at < fields.length; at += 2) this.setHeader(String(fields[at]), fields[at + 1] ?? "");
    return super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>));
  }
}
Object.setPrototypeOf(ExpressResponse.prototype, express.response);

/**
 * Adds headers to a response that nobody looks up, changes or removes. Unless others are set by `setHeader`, Node writes them as they
 * are, at half the price of a short answer: it keeps headers that are set in a dictionary.
 */
export const addHeaders = (response: Response, fields: Fields): void => {
  // Node creates responses of the class above.
  (response as unknown as ExpressResponse).addFields(fields);
};
