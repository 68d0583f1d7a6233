import { userDisclosure } from "../kit/disclosure-examples.ts";

export const examples = userDisclosure("VOL-09", "volunteer.credentials.limitedToken", 403);
