import { userDisclosure } from "../kit/disclosure-examples.ts";

export const examples = userDisclosure("VOL-08", "none", 401);
