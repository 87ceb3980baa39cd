import { IncomingMessage, ServerResponse } from "node:http";
import express, { type Request, type Response } from "express";

/** A request that has Express's methods from the start. */
export class ExpressRequest extends IncomingMessage {}
Object.setPrototypeOf(ExpressRequest.prototype, express.request);
const hostname = Object.getOwnPropertyDescriptor(express.request, "hostname")?.get;
/** Some old clients send no Host header. They reach the server's own address, like requests to an IP address. */
Object.defineProperty(ExpressRequest.prototype, "hostname", {
  configurable: true,
  get(this: Request) {
    return hostname?.call(this) ?? "";
  },
});

/** Names and values of headers, in turn. */
type Fields = readonly (string | number)[];

const nosniff: Fields = ["X-Content-Type-Options", "nosniff"];

/** A response that has Express's methods from the start. It tells browsers not to guess its type. */
export class ExpressResponse<
  Incoming extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Incoming> {
  /** Headers that `setHeader` doesn't know. Undefined for other servers, whose responses get only the prototype from Express. */
  declare private fields?: Fields;

  /** Replaces headers of the same name: an error may replace an answer that had begun. */
  addFields(fields: Fields): void {
    const { fields: known } = this;
    const names = fields.filter((_, at) => at % 2 === 0);
    const others = known?.filter((_, at) => !names.includes(known[at - (at % 2)] ?? ""));
    this.fields = (others ?? nosniff).concat(fields);
  }

  /** Node calls it for each answer, with the status alone unless somebody else did. */
  override writeHead(...args: [statusCode: number, ...unknown[]]): this {
    const { fields = nosniff } = this;
    const isAllOfThem = args.length === 1 && this.getHeaderNames().length === 0;
    // Node takes a mutable array, which it only reads.
    if (isAllOfThem) return super.writeHead(args[0], fields as (string | number)[]);
    for (let at = 0; at < fields.length; at += 2) {
      const name = String(fields[at]);
      if (!this.hasHeader(name)) this.setHeader(name, fields[at + 1] ?? "");
    }
    return super.writeHead(...(args as Parameters<ServerResponse["writeHead"]>));
  }
}
Object.setPrototypeOf(ExpressResponse.prototype, express.response);

/**
 * Adds headers that nobody looks up, changes or removes later. If nobody calls `setHeader`, Node writes them as they are; headers set
 * by `setHeader` go through a dictionary, which costs more.
 */
export const addHeaders = (response: Response, fields: Fields): void => {
  // Node creates responses of the class above.
  (response as unknown as ExpressResponse).addFields(fields);
};
