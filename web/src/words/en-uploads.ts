/** Text about files that are being uploaded. */
export const uploadWords = {
  cancelUpload: (name: string) => `Cancel ${name}`,
  uploadOf: (name: string) => `Uploading ${name}`,
};
