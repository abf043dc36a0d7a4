// A client of OpenAPI Generator for Kotlin, with its default library, jvm-okhttp4.
import java.util.UUID
import kotlin.system.exitProcess
import org.openapitools.client.apis.DiscoveryApi
import org.openapitools.client.apis.GenerateApi
import org.openapitools.client.infrastructure.ApiClient
import org.openapitools.client.infrastructure.ClientError
import org.openapitools.client.infrastructure.ClientException
import org.openapitools.client.models.GenerateRequest
import org.openapitools.client.models.GenerateRequestDelivery

val address: String = System.getenv("PLATEN_URL")
val list = listOf(mapOf("name" to "B"))

fun render(title: String, items: Any, delivery: GenerateRequestDelivery = GenerateRequestDelivery.binary): ByteArray =
    GenerateApi(address).generateImage(
        UUID.fromString(System.getenv("PLATEN_TEMPLATE")),
        GenerateRequest(variables = mapOf("title" to title, "items" to items), delivery = delivery),
    ).readBytes()

fun hex(bytes: ByteArray): String = bytes.take(4).joinToString("") { "%02x".format(it) }

fun found(pattern: String, text: String): String = Regex(pattern).find(text)?.groupValues?.get(1) ?: text

fun refused(): String = try {
    hex(render("a", list))
} catch (error: ClientException) {
    val body = (error.response as ClientError<*>).body.toString()
    found("\"pointer\":\"([^\"]*)\"", body)
}

fun say(name: String, call: () -> String) = println("$name: ${runCatching(call).getOrElse { it.toString() }}")

fun main() {
    ApiClient.apiKey["X-Api-Key"] = System.getenv("PLATEN_API_KEY")
    say("projects") { DiscoveryApi(address).listProjects()[0].name }
    say("file") { hex(render("A", "[{\"name\": \"B\"}]")) }
    say("link") { found("\"url\":\"([^\"]*)\"", String(render("A", list, GenerateRequestDelivery.link))) }
    say("lists") { hex(render("A", list)) }
    say("refused") { refused() }
    exitProcess(0)
}
