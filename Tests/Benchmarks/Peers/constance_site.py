"""A site of django-constance with 50 settings, for gunicorn: `gunicorn constance_site:application`.

`python constance_site.py` makes the database with its user, and prints the cookie of a session.
"""

import os
import sys
from pathlib import Path

import django
from django.conf import settings
from django.urls import path

FOLDER = Path(os.environ["CONSTANCE_FOLDER"])
CHOICES = [(word, word.title()) for word in ("one", "two", "three")]

settings.configure(
    DEBUG=False, SECRET_KEY="of a benchmark", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__,
    USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.AutoField", STATIC_URL="/static/",
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": FOLDER / "constance.sqlite"}},
    INSTALLED_APPS=[
        "django.contrib.admin", "django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.sessions", "django.contrib.messages", "constance"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware"],
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request", "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages"]}}],
    CONSTANCE_BACKEND="constance.backends.database.DatabaseBackend",
    CONSTANCE_ADDITIONAL_FIELDS={
        "choice": ["django.forms.fields.ChoiceField", {"widget": "django.forms.Select", "choices": CHOICES}]},
    CONSTANCE_CONFIG={
        f"KEY_{number}": [
            (True, "Shown to the other members."),
            ("", "Shown to the other members."),
            ("one", "Shown to the other members.", "choice"),
            ("", "Shown to the other members."),
            ("1.4.2", "Shown to the other members.")][number % 5]
        for number in range(50)})
django.setup()

from django.contrib import admin  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402

urlpatterns = [path("admin/", admin.site.urls)]
application = get_wsgi_application()

if __name__ == "__main__":
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client

    call_command("migrate", verbosity=0, stdout=sys.stderr)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(User.objects.create_superuser("admin"))
    print(f"sessionid={client.cookies['sessionid'].value}")
