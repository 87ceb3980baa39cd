import type { Request, Response } from "express";

/** An answer that isn't JSON. */
export abstract class Reply {
  abstract send(request: Request, response: Response): Promise<void>;
}

/** Redirects the client. */
export class Redirect extends Reply {
  constructor(private readonly url: string) {
    super();
  }

  async send(_request: Request, response: Response): Promise<void> {
    response.set("Cache-Control", "no-store").redirect(302, this.url);
  }
}
