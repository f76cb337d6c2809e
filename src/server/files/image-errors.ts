/** Why an upload is not taken: the code by which screens choose their text, HTTP's status, and a sentence for programs. */
export const imageErrors = {
  FILE_TOO_LARGE: {
    code: "FILE_TOO_LARGE",
    status: 413,
    message: "The file is larger than 10 MB: choose a smaller one.",
  },
  NOT_AN_IMAGE: {
    code: "NOT_AN_IMAGE",
    status: 415,
    message: "The file is no picture that can be used: choose a JPEG, PNG, WebP or AVIF.",
  },
  TOO_MANY_PIXELS: {
    code: "TOO_MANY_PIXELS",
    status: 422,
    message:
      "The picture has more than 40 megapixels, or more than 16,383 pixels on a side: make it smaller.",
  },
  IMAGE_UNREADABLE: {
    code: "IMAGE_UNREADABLE",
    status: 422,
    message: "The picture is damaged, or takes too long to read: save it anew, or choose another.",
  },
} as const;

export type ImageError = (typeof imageErrors)[keyof typeof imageErrors];
