import type { PublicTerms } from "../harness/model/public-terms.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const publicTerms: PublicTerms = {
  fieldWords: words(`
    anonymous campaign campaigns conjunct crm deceased deductible designation designations donation donations donor
    donors fund funds gift gifts grant headline household leader leaders opportunity pledge premium premiums recurring
    salutation segment segments shift shifts signup spent thank unlisted volunteer volunteers waitlist
  `),
  pathWords: words(`
    attendees avatar campaigns completed contactindividual contacts custom customfields dismissed donors gifts individual
    individuals invitations pledges premiums relationships reminder reminders segments
  `),
  values: ["Home Email", "Work Phone", "Mobile Phone"],
  plainNumbers: ["skip", "take", "querytype", "conjunct", "operator"],
  fieldReferences: ["sortby", "selectedcolumns", "parameter"],
  credentialMoments: [".issued", ".expires"],
};
