<?php
// Sends calls by PHP's curl, one handle for all of them: `php curl.php CALLS`, JSON in and out.
$curl = curl_init();
$answers = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $call) {
    curl_reset($curl);
    $headers = [];
    foreach ($call["headers"] as $name => $value) {
        $headers[] = "$name: $value";
    }
    curl_setopt_array($curl, [
        CURLOPT_URL => $call["url"],
        CURLOPT_CUSTOMREQUEST => $call["method"],
        CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_ENCODING => "",
        CURLOPT_TIMEOUT => 20,
    ]);
    if (isset($call["body"])) {
        curl_setopt($curl, CURLOPT_POSTFIELDS, $call["body"]);
    }
    $body = curl_exec($curl);
    $answers[] = ["status" => curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "body" => (string) $body];
}
echo json_encode($answers), "\n";
