// A client of OpenAPI Generator for Rust.
use openapi::apis::configuration::{ApiKey, Configuration};
use openapi::apis::generate_api::{generate_image, GenerateImageError};
use openapi::apis::{discovery_api::list_projects, Error};
use openapi::models::{GenerateRequest, GenerateRequestDelivery};
use serde_json::{json, Value};
use std::{collections::HashMap, env::var};

type Refusal = Error<GenerateImageError>;

async fn render(settings: &Configuration, title: &str, items: Value, link: bool) -> Result<Vec<u8>, Refusal> {
    let values = HashMap::from([("title".to_string(), json!(title)), ("items".to_string(), items)]);
    let mut request = GenerateRequest::new(values);
    request.delivery = Some(if link { GenerateRequestDelivery::Link } else { GenerateRequestDelivery::Binary });
    let answer = generate_image(settings, &var("PLATEN_TEMPLATE").unwrap(), request, None).await?;
    Ok(answer.bytes().await?.to_vec())
}

fn hex(bytes: Vec<u8>) -> String {
    bytes.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

fn say<E: std::fmt::Debug>(name: &str, result: Result<String, E>) {
    println!("{name}: {}", result.unwrap_or_else(|error| format!("{error:?}")));
}

#[tokio::main]
async fn main() {
    let mut settings = Configuration::new();
    settings.base_path = var("PLATEN_URL").unwrap();
    settings.api_key = Some(ApiKey { prefix: None, key: var("PLATEN_API_KEY").unwrap() });
    let list = json!([{ "name": "B" }]);
    say("projects", list_projects(&settings, None, None).await.map(|all| all[0].name.clone()));
    say("file", render(&settings, "A", json!(list.to_string()), false).await.map(hex));
    say("link", render(&settings, "A", list.clone(), true).await.map(|bytes| {
        let link: Value = serde_json::from_slice(&bytes).unwrap();
        link["url"].as_str().unwrap().to_string()
    }));
    say("lists", render(&settings, "A", list.clone(), false).await.map(hex));
    say("refused", match render(&settings, "a", list, false).await {
        Err(Error::ResponseError(response)) => match response.entity {
            Some(GenerateImageError::Status400(problem)) => Ok(problem.errors.unwrap()[0].pointer.clone()),
            other => Err(format!("{other:?}")),
        },
        other => Err(format!("{other:?}")),
    });
}
