import express from "express";
import multer from "multer";

/** The simplest Express route with a JSON answer, as a baseline for ours. */
const answer = JSON.parse(process.env.BENCH_ANSWER ?? "{}") as object;
const folder = process.env.BENCH_FOLDER;
const files = multer(folder === undefined ? {} : { dest: folder });
const server = express()
  .disable("x-powered-by")
  .set("etag", false)
  .get("/api/v1/server_settings", (_request, response) => {
    response.json(answer);
  })
  .post("/api/v1/users/me/presence", express.urlencoded({ extended: false }), (request, response) => {
    response.json({ result: "success", msg: "", presences: {}, asked: request.body.last_update_id });
  })
  .post("/files", files.any(), (_request, response) => {
    response.json({ result: "success", msg: "", url: "/files/disk" });
  })
  .get("/files/disk", (_request, response) => {
    response.sendFile("disk", { root: folder ?? "." });
  })
  .get("/health", (_request, response) => {
    response.json({});
  })
  .listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object")
      process.stdout.write(`Bare Express listens on http://127.0.0.1:${address.port}\n`);
  });
process.on("SIGTERM", () => process.exit(0));
