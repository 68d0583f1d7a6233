import type { PassiveExamples } from "../kit/example.ts";

export const examples: PassiveExamples = {
  pass: { operation: "listGifts", body: { items: [], total: 0 } },
  otherwise: {
    "media types are in small letters and without parameters": {
      headers: { "content-type": 'Application/JSON; charset="utf-8"' },
    },
    "a gateway speaks for the platform": {
      isUnjudged: true,
      status: 502,
      headers: { "content-type": "text/html" },
      text: "<h1>Bad gateway</h1>",
    },
  },
  fails: {
    "GEN-03: The list of gifts is announced as plain text": { headers: { "content-type": "text/plain" } },
    "GEN-03: The read by reference puts a prefix against script inclusion before its JSON": {
      operation: "getContactByReference",
      text: ')]}\',\n{"id":1,"contactType":"Household","isPrivate":false,"name":"Amara and Zoë Exemplar","informalName":"Amara & Zoë","description":"Met at the harvest fair.","giftAskType":"Monthly","website":"https://exemplar.example.org","maritalStatus":"Married","anniversaryMonth":6,"anniversaryDay":21,"anniversaryYear":2008,"giftAskAmount":"250.00","lifeToDateGiving":"1840.51","yearToDateGiving":"60.01","lastGiftAmount":"60.01","lastGiftDate":"2025-02-28T12:01:00Z","contactIndividuals":[{"id":1,"firstName":"Amara","lastName":"Exemplar","prefix":"Dr.","middleName":"J.","gender":"Female","passion":"Wetlands","suffix":"PhD","isPrimary":true,"isSecondary":false,"birthMonth":4,"birthDay":12,"birthYear":1980,"approximateAge":44,"birthDate":"1980-04-12T00:00:00Z","isDeceased":false,"contactMethods":[{"id":1,"type":"Home Email","value":"amara@example.org","isOptedIn":true,"isPrimary":true},{"id":2,"type":"Mobile Phone","value":"+1 555 010 0100","isOptedIn":false,"isPrimary":false}]},{"id":2,"firstName":"Zoë","lastName":"Exemplar","prefix":"Mx.","middleName":"J.","gender":"Nonbinary","passion":"Music education","suffix":null,"isPrimary":false,"isSecondary":true,"birthMonth":2,"birthDay":29,"birthYear":1984,"approximateAge":41,"birthDate":"1984-02-29T00:00:00Z","isDeceased":false,"contactMethods":[{"id":3,"type":"Work Email","value":"zoe@example.org","isOptedIn":true,"isPrimary":true}]}],"address":{"id":1,"label":"Home","address1":"1 Sample Street","city":"Sampleton","state":"VT","postal":"05001","country":"US","address2":"Unit 2","isPrimary":true,"startMonth":1,"startDay":1,"endMonth":12,"endDay":31}}',
    },
    "GEN-03: An error is announced as a web page": {
      status: 404,
      headers: { "content-type": "text/html" },
      body: { title: "Not Found", status: 404, detail: "No." },
    },
  },
};
