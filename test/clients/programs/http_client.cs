// Sends calls by .NET's HttpClient on one connection for each host: `mono http_client.exe CALLS`, JSON in and out.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Text;
using System.Web.Script.Serialization;

static class Program
{
    static readonly HttpClient client = new HttpClient { Timeout = TimeSpan.FromSeconds(20) };

    static Dictionary<string, object> Send(Dictionary<string, object> call)
    {
        var request = new HttpRequestMessage(new HttpMethod((string)call["method"]), (string)call["url"]);
        object body;
        if (call.TryGetValue("body", out body))
            request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes((string)body));
        foreach (var field in (Dictionary<string, object>)call["headers"])
            if (!request.Headers.TryAddWithoutValidation(field.Key, (string)field.Value))
                request.Content.Headers.TryAddWithoutValidation(field.Key, (string)field.Value);
        var answer = client.SendAsync(request).Result;
        return new Dictionary<string, object>
        {
            { "status", (int)answer.StatusCode },
            { "body", answer.Content.ReadAsStringAsync().Result },
        };
    }

    static void Main(string[] args)
    {
        var json = new JavaScriptSerializer { MaxJsonLength = int.MaxValue };
        var calls = json.Deserialize<List<Dictionary<string, object>>>(File.ReadAllText(args[0]));
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
        output.Write(json.Serialize(calls.Select(Send).ToList()));
        output.Flush();
    }
}
