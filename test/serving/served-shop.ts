/** Run by data-file.test.ts with a file: serves the shop's document on that file, and prints where. */
import { readDocumentText } from "../../src/documents/read-document.ts";
import { startSandbox } from "../../src/sandbox/serve.ts";
import { prepareDocument } from "../../src/serving/prepare-document.ts";
import { shopDocument } from "../contracts/shop-document.ts";

const [dataFile = ""] = process.argv.slice(2);
const document = await prepareDocument("shop", readDocumentText("shop.json", JSON.stringify(shopDocument)));
const served = await startSandbox({ dataFile, scale: 1, root: "shop", openapi: [document] });
const token = String(served.config.interfaces["shop"]?.credentials["bearerAuth"]);
process.stdout.write(`${JSON.stringify({ origin: served.origin, token })}\n`);
