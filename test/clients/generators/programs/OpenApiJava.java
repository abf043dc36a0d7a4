// A client of OpenAPI Generator for Java, with its default library, okhttp-gson.
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.DiscoveryApi;
import org.openapitools.client.api.GenerateApi;
import org.openapitools.client.model.GenerateRequest;
import org.openapitools.client.model.GenerateRequestDelivery;

public class OpenApiJava {
  interface Call { String run() throws Exception; }

  public static void main(String[] words) {
    ApiClient client = new ApiClient().setBasePath(System.getenv("PLATEN_URL"));
    client.setApiKey(System.getenv("PLATEN_API_KEY"));
    GenerateApi generate = new GenerateApi(client);
    UUID template = UUID.fromString(System.getenv("PLATEN_TEMPLATE"));
    Object list = List.of(Map.of("name", "B"));
    say("projects", () -> new DiscoveryApi(client).listProjects(null, null).get(0).getName());
    say("file", () -> read(generate, template, request("A", "[{\"name\": \"B\"}]"), true));
    say("link", () -> read(generate, template, request("A", list).delivery(GenerateRequestDelivery.LINK), false));
    say("lists", () -> read(generate, template, request("A", list), true));
    say("refused", () -> {
      try {
        return read(generate, template, request("a", list), true);
      } catch (ApiException error) {
        return JsonParser.parseString(error.getResponseBody()).getAsJsonObject().getAsJsonArray("errors")
            .get(0).getAsJsonObject().get("pointer").getAsString();
      }
    });
    System.exit(0);
  }

  static GenerateRequest request(String title, Object items) {
    return new GenerateRequest().variables(Map.of("title", title, "items", items));
  }

  static String read(GenerateApi api, UUID template, GenerateRequest request, boolean hex) throws Exception {
    byte[] bytes = Files.readAllBytes(api.generateImage(template, request, null).toPath());
    if (hex) return HexFormat.of().formatHex(bytes, 0, 4);
    return JsonParser.parseString(new String(bytes)).getAsJsonObject().get("url").getAsString();
  }

  static void say(String name, Call call) {
    try {
      System.out.println(name + ": " + call.run());
    } catch (Throwable error) {
      System.out.println(name + ": " + error);
    }
  }
}
