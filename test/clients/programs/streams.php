<?php
// Sends calls by PHP's streams, which frameworks without curl use: `php streams.php CALLS`, JSON in and out.
$answers = [];
foreach (json_decode(file_get_contents($argv[1]), true) as $call) {
    $headers = "";
    foreach ($call["headers"] as $name => $value) {
        $headers .= "$name: $value\r\n";
    }
    $context = stream_context_create(["http" => [
        "method" => $call["method"],
        "header" => $headers,
        "content" => $call["body"] ?? "",
        "ignore_errors" => true,
        "timeout" => 20,
        "protocol_version" => 1.1,
    ]]);
    $body = file_get_contents($call["url"], false, $context);
    preg_match('/^HTTP\/\S+ (\d+)/', $http_response_header[0], $status);
    $answers[] = ["status" => (int) $status[1], "body" => (string) $body];
}
echo json_encode($answers), "\n";
