import type { Handler } from "../../../pipeline/handler.ts";
import {
  volunteerCampaigns,
  volunteerCertificates,
  volunteerForms,
} from "../../../store/volunteer/records-as-sent.ts";
import { recordPage } from "./pages.ts";
import { recordView } from "./views.ts";

/** Lists that are known to exist, not stated (U-17). */
export const listVolunteerCampaigns: Handler<"listVolunteerCampaigns"> = ({ query }, context) => ({
  status: 200,
  body: recordPage(volunteerCampaigns, recordView("campaign"), "/v1/campaigns", query, context),
});

export const listForms: Handler<"listForms"> = ({ query }, context) => ({
  status: 200,
  body: recordPage(volunteerForms, recordView("form"), "/v1/forms", query, context),
});

export const listCertificates: Handler<"listCertificates"> = ({ query }, context) => ({
  status: 200,
  body: recordPage(volunteerCertificates, recordView("certificate"), "/v1/certificates", query, context),
});
