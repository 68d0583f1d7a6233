# Sends calls by Ruby's Net::HTTP on one connection for each host: `ruby net_http.rb CALLS`, JSON in and out.
require "json"
require "net/http"

calls = JSON.parse(File.read(ARGV[0]))
connections = Hash.new { |known, at| known[at] = Net::HTTP.start(*at) }

answers = calls.map do |call|
  uri = URI(call["url"])
  request = Net::HTTPGenericRequest.new(call["method"], !call["body"].nil?, true, uri.request_uri, call["headers"])
  request.body = call["body"] if call["body"]
  answer = connections[[uri.host, uri.port]].request(request)
  { status: answer.code.to_i, body: answer.body.to_s.force_encoding("UTF-8") }
end

puts JSON.generate(answers)
connections.each_value(&:finish)
