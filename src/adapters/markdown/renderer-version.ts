import { type ApiError, badRequest } from "../../domain/errors";

// Apart from the renderer itself: who only asks for one in another thread doesn't load it.

/** Grows when the same source becomes other HTML. */
export const rendererVersion = 2;

/** What cannot be rendered: it takes too long, or becomes too large. */
export const unableToRender: ApiError = badRequest("Unable to render message");
