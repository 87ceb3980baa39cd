import { randomBytes } from "node:crypto";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";

/** A PNG, of one color or of noise. */
export const aPicture = (width = 60, height = 40, isNoise = false): Promise<Buffer> =>
  (isNoise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 3, background: "teal" } })
  )
    .png()
    .toBuffer();

/** A GIF of the given number of frames, all different. */
export const anAnimation = async (width: number, height: number, pictures: number): Promise<Buffer> => {
  const raw = Buffer.concat(
    Array.from({ length: pictures }, (_, index) =>
      Buffer.alloc(width * height * 3, Math.floor((255 / pictures) * index)),
    ),
  );
  return sharp(raw, { raw: { width, height: height * pictures, channels: 3, pageHeight: height } })
    .gif({ delay: 100, loop: 0 })
    .toBuffer();
};

/** A HEIC file of 96 by 64 pixels, red on the left and blue on the right; sharp can't write any. */
export const aHeicPicture = (): Buffer =>
  Buffer.from(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUJtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA" +
      "AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFmAAEAAAAAAAAARAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA" +
      "AGh2YzEAAAAAwmlwcnAAAACkaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA" +
      "AAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQEDAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3Bl" +
      "AAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABMbWRhdAAAAEAoAa9YizIOkl//8Z6/" +
      "/2JSQ+a8w6N3/vIkX38pP9bmEQxIaSZHHg82W2xXQYSmvTeysP0w6jXumBmffAFKlp6G",
    "base64",
  );

/** One of 3000 by 2000 pixels, all green. */
export const aLargeHeicPicture = (): Buffer =>
  gunzipSync(
    Buffer.from(
      "H4sICNr7AmsCA2ZsYXQuaGVpYwBjYGCQSSupLMhIzUxmAILczDRDEDs3MzGNgYHRJTe1JJEBAhQzUnKKoGyGgszkEgY0wFeQWZIL" +
        "ZjECsVJmTj7YSBcHIJ8RLJwBoRkY2DKAhHJmZl4aXL0okJPKBOVllCUbgphHMguKCoD0ssyC5HwgXQWUcGZkLoDbOe0Dw5+/P34w" +
        "MPAzKwA1Sjgw8jD+/w9SwMwwAUQA0bRdTA6KQEldJ0ZGNJkFjOUK7BdTd03yyp7dyMjMBBKEEAJKQB3sLowHizYkOQAtEsksLkiF" +
        "2Mm9g4GB/QKQIVCQWZEJEmHm4OAAUmKZBbmw0AJ6mbmRqRno1YLclERgWLGlaDCuD3Co9JM2STs5WYxHwiDhYDMb9/X1cXurvr4G" +
        "UTU/+SbF/z919/+rzP9f8pilJZU/2MfkT2+IZTynAXUwkajMYemN8gecBtauHKRp5MiYzJRjQ5oeIJL+0E6yHgbOHaTrESkgWQ+r" +
        "DMlazB+QqoVRkkQdLCakhpYFiRp4f5CoQe4DiRqMSA2mqAMkaihzIFHD1gYSNfwiUQPjbBLVHyZNPZMXieqnkaaeWY9E9XykqSc1" +
        "XbPqkKaeLYdE9Ty0LS3YSTSfjUTz2f6Qov5iAwDCtAqx0AcAAA==",
      "base64",
    ),
  );
